"""Prints a sales report. Answers come as arguments: title=… weeks=… region=…"""

import random
import sys
import time

BOLD, DIM, GREEN, YELLOW, CYAN, RESET = "\033[1m", "\033[2m", "\033[32m", "\033[33m", "\033[36m", "\033[0m"
REGIONS = {"north": 1.0, "south": 0.7}


def say(text=""):
    print(text, flush=True)


def answers(arguments):
    pairs = (argument.partition("=") for argument in arguments)
    return {name: value for name, separator, value in pairs if separator and value}


def sales(weeks, region):
    share = sum(REGIONS.values()) if region == "all" else REGIONS[region]
    # The same figures every time: a report that changes by itself convinces nobody.
    numbers = random.Random(region)
    return [round(share * numbers.randint(400, 1000)) for _ in range(weeks)]


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    given = answers(sys.argv[1:])
    weeks = min(max(int(given.get("weeks", "6")), 1), 12)
    region = given.get("region", "all")
    if region not in (*REGIONS, "all"):
        sys.exit(f"There is no region {region}.")

    say(f"{BOLD}{CYAN}{given.get('title', 'Sales')}{RESET}")
    say(f"{DIM}region: {region}, weeks: {weeks}, Python {sys.version.split()[0]}{RESET}")
    say()
    figures = sales(weeks, region)
    best = max(figures)
    for week, figure in enumerate(figures, start=1):
        time.sleep(0.25)
        colour = GREEN if figure == best else YELLOW
        say(f"  week {week:>2}  {colour}{'▇' * round(30 * figure / best):<30}{RESET} {BOLD}{figure:>6}{RESET}")
    say()
    time.sleep(0.3)
    say(f"  total    {BOLD}{sum(figures)}{RESET}")
    say(f"  average  {BOLD}{sum(figures) // weeks}{RESET}")
    say(f"  best     {BOLD}{GREEN}week {figures.index(best) + 1}{RESET}")
    say()
    say(f"{GREEN}The report is complete.{RESET}")


main()
