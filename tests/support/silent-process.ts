/** In the place of LibreOffice: never gets ready, as if its threads waited for each other. */
setInterval(() => undefined, 2 ** 30);
