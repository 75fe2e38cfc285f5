/** Replaces LibreOffice: never gets ready, as if its threads were deadlocked. */
setInterval(() => undefined, 2 ** 30);
