def draw(report, peers, path): pass
