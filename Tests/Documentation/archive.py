"""One archive of several modules, by DocC."""
import pathlib
import subprocess

CATALOG: str = "Shared/Colonnade/Colonnade.docc"


def make(docc: str, root: pathlib.Path, names: list[str], out: pathlib.Path) -> pathlib.Path:
    """Converts each module with warnings as errors, and merges them. The first has the catalog, and the others may link to it."""
    made: list[pathlib.Path] = []
    for name in names:
        target = out / f"{name}.doccarchive"
        _convert(docc, root / CATALOG if not made else None, out / "graphs" / name, name, target, made)
        made.append(target)
    whole = out / "Documentation.doccarchive"
    merge = [docc, "merge", *map(str, made), "--output-path", str(whole), "--synthesized-landing-page-name", "Colonnade"]
    subprocess.run(merge, check=True)
    return whole


def _convert(
    docc: str, catalog: pathlib.Path | None, graphs: pathlib.Path, name: str, target: pathlib.Path, known: list[pathlib.Path]
) -> None:
    command = [
        docc, "convert", *([str(catalog)] if catalog else []), "--additional-symbol-graph-dir", str(graphs),
        "--fallback-display-name", name, "--fallback-bundle-identifier", name, "--fallback-default-module-kind", "Library",
        "--output-path", str(target), "--warnings-as-errors", "--enable-experimental-external-link-support",
    ]
    for archive in known[:1]:
        command += ["--dependency", str(archive)]
    subprocess.run(command, check=True)
