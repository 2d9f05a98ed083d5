"""Takes the pictures that README.md shows of the app: light and dark, at a desk and on a phone, and from right to left."""

import argparse
import pathlib

from app import ROOT, App
from gallery import look
from walk import ClinicWalk

DESK, PHONE = 1280, 390
# What each picture shows: a path, what is waited for there, the width, the colours, and the language that the browser asks for.
SHOWN = {
    "app-record": ("/record", "facts", DESK, "light", "en"),
    "app-dark": ("/places?text=Berlin", "search", DESK, "dark", "en"),
    "app-phone": ("/record", "facts", PHONE, "light", "en"),
    "app-right-to-left": ("/record", "facts", DESK, "light", "ar"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="where the programs stand")
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / ".readme", help="where pictures go")
    options = parser.parse_args()
    with App(options.binaries) as app:
        walk = ClinicWalk(app, options.pictures, scripts=True)
        walk.at = lambda place: None
        try:
            walk.operator()
            walk.patient()
            for name, (path, element, width, scheme, language) in SHOWN.items():
                driver = walk.person.browser
                driver.execute_cdp_cmd("Network.enable", {})
                driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})
                look(driver, width, scheme)
                walk.person.go(path)
                walk.person.wait_element(element)
                driver.execute_cdp_cmd(
                    "Emulation.setDeviceMetricsOverride", {"width": width, "height": 760, "deviceScaleFactor": 1, "mobile": False})
                driver.save_screenshot(str(options.pictures / f"{name}.png"))
        finally:
            walk.person.close()


if __name__ == "__main__":
    main()
