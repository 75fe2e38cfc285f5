import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readBounce } from '#server/mail/bounce.ts';
import { noteBounce } from '#server/envelopes/note-bounce.ts';
import { type OperatorServices, withQueue } from './with-services.ts';

/**
 * Reads a delivery report from a file or standard input and records it. Other emails are ignored with a
 * message.
 */
export async function recordBounceReport(
  services: OperatorServices,
  path: string | undefined,
): Promise<void> {
  const back = await readBounce(path === undefined ? await buffer(process.stdin) : await readFile(path));
  if (back === null) return say('this email is not a delivery report');
  const mail = await withQueue(services, (queue) => noteBounce({ ...services, queue }, back));
  say(mail === null ? `${back.messageId} was not sent by this service` : `${mail.recipient}: ${back.reason}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
