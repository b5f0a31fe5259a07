# Completion of toc-pi for bash, written by tools/manual_page.py.
_toc_pi() {
    local now="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""
    if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "play watch calibrate read board targets judge legal explain hint learn cards games export report record config rules test publish hall lamps-off doctor --help --version" -- "$now"))
        return
    fi
    case "$before" in
        --rules | --against | rules) words="toc tock tock-variant tac-tik quebec saut fadoq" ;;
        --house) words="new-lap no-new-lap no-own-capture no-team-capture mowing-spares-own mowing-spares-team no-pass-own no-pass king-mows king-plain seven-mows seven-plain seven-two seven-team seven-again spill no-spill five-own five-opponent five-any five-moves-fresh five-not-fresh five-no-home five-no-home-others four-forward four-both jack-eleven jack-pass jack-no-own jack-own ace-eleven ten-out ten-throws ten-skips joker-any no-jokers joker-free five-free home-free jump-may jump-must no-jump jump-clockwise jump-takes-both jump-over start-own start-any start-fresh pass-protected mate-when-stuck throw-hand discard-one no-exchange quick-start" ;;
        learn) words="aim coming-out moving capturing deal exchange laying-down ace eleven four-back four-after-coming-out home-exactly home-not-over-a-pawn fresh-pawn-goes-round protected-pawns protected-from-capture own-start jack-swaps jack-and-protected seven-split seven-spills seven-mows king-mows king five-moves-others five-moves-any joker-out joker-forward joker-any-card must-play partners jump centre-in centre-out" ;;
        watch | calibrate | --clip) words="sample" ;;
        show | check | --board) words="cross-45 hexagon-55 octagon-70 round-40 square-40 star-60 tac-tik-45" ;;
    esac
    if [ -n "$words" ] && [ "${now#-}" = "$now" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$now") $(compgen -f -- "$now"))
        return
    fi
    case "${COMP_WORDS[1]}" in
        play) words="--new --no-screen --camera --record" ;;
        watch) words="--json --speed --holes --declare --explain-referee --screen --no-screen --lang" ;;
        calibrate) words="--board --corners --tap --focal --holes --pawns --colours --declare --json" ;;
        read) words="--calibration --json --show" ;;
        board) words="list check show learn --outline --width --height --starts --game --home-entry --stretch --camps --areas --centre --thickness --hole-diameter --holes --show --name" ;;
        targets) words="" ;;
        judge) words="--table --declare --explain-referee --echo" ;;
        legal) words="" ;;
        explain) words="" ;;
        hint) words="" ;;
        learn) words="--rules --house --stretch --entry --lang --board --by-hand --name --json --text" ;;
        cards) words="learn show forget --order --size --film --camera --no-screen --pack --json" ;;
        games) words="--json" ;;
        export) words="--notation" ;;
        report) words="--lang" ;;
        record) words="--clip --holes --camera --seconds --fps --gigabytes" ;;
        config) words="--example" ;;
        rules) words="--house --against --lang --markdown" ;;
        test) words="lamps buttons camera sound screen touch all --camera --seconds --output" ;;
        publish) words="" ;;
        hall) words="run write-pages fingerprint add-table add-arbiter add-wall add-home remove-table remove-arbiter remove-wall remove-home --hall --tournament --slips --certificate --broker --authority --folder" ;;
        lamps-off) words="" ;;
        doctor) words="--picture --report --minutes --place --camera" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$now"))
    [ "${now#-}" = "$now" ] && COMPREPLY+=($(compgen -f -- "$now"))
}
complete -o filenames -F _toc_pi toc-pi
