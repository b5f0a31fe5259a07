// What a page may send to a hall (docs/hall.md); it belongs into /etc/nginx/toc-pi/limit.js.
// By WebSockets mosquitto reads packets of any size, and a rate is one on average: a connection that was open for hours may
// send as much at once as it could have sent before. So each is closed after so many bytes, and a page opens another. A
// page sends 40 bytes a minute, and 10 for each message that it has got: 4 MB are an hour with a thousand tables.
const MOST = 4000000;

function bounded(session) {
    let came = 0;
    // Not "upload", whose data are text: from njs 0.8 on (Debian 13) it would spoil every byte above 127.
    session.on("upstream", (data, flags) => {
        came += data.length;
        if (came > MOST) {
            throw new Error("more than a page sends");
        }
        session.send(data, flags);
    });
}

export default { bounded };
