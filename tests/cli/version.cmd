"$EULAB" --version | grep -cx 'eulab [0-9]*\.[0-9]*\.[0-9]*'
