// The first commit has the layers; their code follows.
