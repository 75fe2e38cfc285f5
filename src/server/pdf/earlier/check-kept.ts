import { checkEarlierSignatures, findLaterFaults } from './earlier-signatures.ts';

/**
 * Checks that adding a signature did nothing that the signatures of the presented document don't permit.
 * @throws if it did, which would be a bug
 */
export async function checkKept(bytes: Uint8Array, presented: Uint8Array): Promise<void> {
  const found = await checkEarlierSignatures(presented);
  if ('kind' in found)
    throw new Error(`the signature ${found.name} of the presented document is ${found.kind}`);
  const [fault] = await findLaterFaults(bytes, found.signatures);
  if (fault !== undefined)
    throw new Error(`an earlier signature doesn't permit the seal: ${fault.code} in ${fault.where}`);
}
