declare const process: { readonly env: Readonly<Record<string, string>> };
declare const console: { readonly log: (text: string) => void };

export const { ORIGIN: origin = '', KEY: key = '', CONTENT: contentBase64 = '' } = process.env;

/** A draft without fields. */
export const draft = {
  originalFilename: 'Agreement.pdf',
  document: { contentBase64, contentType: 'application/pdf' as const },
  participants: [{ name: 'Alice', email: 'alice@example.com' }],
};

/**
 * Prints what each program finds: whose key it has, the new envelope's status, and whether that envelope is
 * the newest in the list.
 */
export function show(organization: string, status: string, isNewest: boolean): void {
  console.log(`${organization}: ${status}, ${isNewest}`);
}
