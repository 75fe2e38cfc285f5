import address from './add-functions.ts?worker&url';
import { lacksFunctions } from './lacks-functions.ts';

/** Where the script is that adds what an older browser lacks. */
export const FUNCTIONS_SCRIPT: string = address;

/** Adds what the browser lacks. Code that is loaded before may use it only later. */
export async function addFunctions(): Promise<void> {
  if (lacksFunctions()) await import(/* @vite-ignore */ FUNCTIONS_SCRIPT);
}
