"""The parts of tools/check_hall.py that run in processes of their own."""
