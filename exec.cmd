@rem The scripts of package.json begin with `exec`, which cmd.exe lacks: it runs this file, and Node says what works.
@%*
