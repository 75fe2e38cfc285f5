import address from './add-functions.ts?worker&url';
import { lacksFunctions } from './lacks-functions.ts';

/** The URL of the script that adds the functions an older browser lacks. */
export const FUNCTIONS_SCRIPT: string = address;

/** Adds the functions that the browser lacks. Code that is loaded earlier may only use them afterwards. */
export async function addFunctions(): Promise<void> {
  if (lacksFunctions()) await import(/* @vite-ignore */ FUNCTIONS_SCRIPT);
}
