import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { line } from '#wire/text.ts';
import { UNTRUSTED_NOTICE } from './results.ts';

const words = line(LIMITS.valueMaxChars);
const OF_ENVELOPE = z.object({ envelopeId: line(100).min(1).describe('The envelope, env_….') });
const PREPARING = z.object({
  template: words.optional().describe('The name of a template; leave it out to give a document.'),
  recipients: words.optional().describe('Who signs, in which order: names and e-mail addresses.'),
});

/** Registers the common jobs, as a person picks them from a menu. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'prepare_envelope',
    {
      title: 'Prepare an envelope',
      description: 'Makes a draft from a template or a document, for you to look at before anything is sent.',
      argsSchema: PREPARING,
    },
    ({ template, recipients }) =>
      asked(
        template === undefined
          ? 'Prepare an envelope from the document that I give you: call create_draft with it.'
          : `Prepare an envelope from the template ${quoted(template)}: find it with list_templates, read its roles with get_template, and call create_draft.`,
        recipients === undefined
          ? 'Ask me who signs, in which order, before you make the draft.'
          : `These people sign, in this order: ${quoted(recipients)}.`,
        'Do not send it. Show me the draft: its recipients in order, what each has to fill in, and what is missing.',
      ),
  );
  server.registerPrompt(
    'chase_late_signers',
    {
      title: 'Chase late signers',
      description: 'Finds envelopes that wait for someone, and reminds those whom you choose.',
    },
    () =>
      asked(
        'Find out who keeps us waiting: call search_envelopes with view=waiting and sort=urgency, and with view=attention.',
        'Show me a table: envelope, whose turn it is, since when, when it expires, when they were last reminded.',
        'Ask me whom to remind. Then call remind_signer for those only; where a mail did not arrive, suggest resend_link.',
      ),
  );
  server.registerPrompt(
    'summarize_contract',
    {
      title: 'Summarize a contract',
      description: 'Says in plain words what an envelope’s contract holds, and who has signed it.',
      argsSchema: OF_ENVELOPE,
    },
    ({ envelopeId: id }) =>
      asked(
        `Summarize the contract in the envelope ${quoted(id)}: call get_envelope and extract_contract; read the document itself through get_document_link or its resource where you can.`,
        'Say who the parties are, what each undertakes, the dates, the governing law, and who has signed when. Say what you could not find.',
        UNTRUSTED_NOTICE,
      ),
  );
  server.registerPrompt(
    'check_evidence',
    {
      title: 'Check a signed contract',
      description: 'Verifies an envelope’s log, documents and seal, and explains what was found.',
      argsSchema: OF_ENVELOPE,
    },
    ({ envelopeId: id }) =>
      asked(
        `Verify the envelope ${quoted(id)}: call verify_envelope, and get_envelope_events for its history.`,
        'Explain each check in a sentence, and who signed when, from which address. Should a check fail, say so first.',
      ),
  );
}

function asked(...sentences: string[]): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: sentences.join('\n') } }] };
}

/** An argument as a quotation, so that it reads as a name and not as part of the task. */
function quoted(text: string): string {
  return `“${text.replaceAll(/[“”]/g, '"')}”`;
}
