import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { createLineSchema } from '#wire/text.ts';
import { UNTRUSTED_NOTICE } from './results.ts';

const words = createLineSchema(LIMITS.valueMaxChars);
const OF_ENVELOPE = z.object({ envelopeId: createLineSchema(100).min(1).describe('Envelope ID (env_…).') });
const PREPARING = z.object({
  template: words.optional().describe('Name of a template. Leave it out to provide a document.'),
  recipients: words.optional().describe('Who signs, in which order: names and email addresses.'),
});

/** Registers common tasks that people pick from a menu. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'prepare_envelope',
    {
      title: 'Prepare an envelope',
      description: 'Creates a draft from a template or a document for you to review. Nothing is sent.',
      argsSchema: PREPARING,
    },
    ({ template, recipients }) =>
      createPrompt(
        template === undefined
          ? 'Prepare an envelope from the document I give you: call create_draft with it.'
          : `Prepare an envelope from the template ${quoteArgument(template)}: find it with find_templates, read its roles with read_template, and call create_draft.`,
        recipients === undefined
          ? 'Before you create the draft, ask me who signs and in which order.'
          : `The signers, in this order: ${quoteArgument(recipients)}.`,
        "Don't send it. Show me the draft: its recipients in order, what each of them has to fill in, and what is missing.",
      ),
  );
  server.registerPrompt(
    'chase_late_signers',
    {
      title: 'Follow up with late signers',
      description: 'Finds envelopes that are waiting for someone and reminds the people you choose.',
    },
    () =>
      createPrompt(
        'Find out who is holding things up: call find_envelopes with waiting_on=others, and with waiting_on=me.',
        'Show me a table: envelope, current signers, waiting since, expiration date, last reminder.',
        "Ask me whom to remind, and call remind only for them. If an email wasn't delivered, suggest correct_recipient.",
      ),
  );
  server.registerPrompt(
    'summarize_contract',
    {
      title: 'Summarize a contract',
      description: "Explains in plain words what an envelope's contract says and who has signed it.",
      argsSchema: OF_ENVELOPE,
    },
    ({ envelopeId: id }) =>
      createPrompt(
        `Summarize the contract in the envelope ${quoteArgument(id)}: call read_envelope, read_contract_data and read_document.`,
        "Say who the parties are, what each of them agrees to, the dates, the governing law, and who signed when. Say what you couldn't find.",
        UNTRUSTED_NOTICE,
      ),
  );
  server.registerPrompt(
    'check_evidence',
    {
      title: 'Check a signed contract',
      description: "Verifies an envelope's log, documents and seal, and explains the results.",
      argsSchema: OF_ENVELOPE,
    },
    ({ envelopeId: id }) =>
      createPrompt(
        `Verify the envelope ${quoteArgument(id)}: call verify, and read_history.`,
        'Explain each check in a sentence, and who signed when and from which address. If a check fails, say so first.',
      ),
  );
}

function createPrompt(...sentences: string[]): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: sentences.join('\n') } }] };
}

/** Quotes an argument so that it reads as a name and not as part of the task. */
function quoteArgument(text: string): string {
  return `“${text.replaceAll(/[“”]/g, '"')}”`;
}
