import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const NAME = z.object({ name: z.string() });
const COLOR = z.object({ color: z.string() });
const OK = z.object({ ok: z.boolean() });
const CONTEXT = z.object({ context: z.string() });

const said = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
const askName = (message = 'What is your name?') => inputRequired.elicit({ message, requestedSchema: NAME });
const askOk = () => inputRequired.elicit({ message: 'Please confirm', requestedSchema: OK });
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

/** Registers the tools and the prompt that need several rounds, with state signed the way ours is. */
export function registerRounds(server: McpServer, states: RequestStateCodec<any>): void {
  const tool = (name: string, run: (request: ServerContext) => any) =>
    server.registerTool(name, { description: `Several rounds: ${name}` }, run);

  tool('test_input_required_result_elicitation', ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', NAME);
    return given === undefined
      ? inputRequired({ inputRequests: { user_name: askName() } })
      : said(`Hello, ${given.name}!`);
  });
  tool('test_streaming_elicitation', async ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', NAME);
    return given === undefined
      ? inputRequired({ inputRequests: { user_name: askName() } })
      : said(`Hello, ${given.name}!`);
  });
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'capital_question');
    return given.kind === 'sampling'
      ? said(JSON.stringify(given.result.content))
      : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } });
  });
  tool('test_missing_capability', ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'question');
    return given.kind === 'sampling'
      ? said('done')
      : inputRequired({ inputRequests: { question: sample('Anything?', 10) } });
  });
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'client_roots');
    return given.kind === 'roots'
      ? said(given.roots.map(({ uri }) => uri).join(' '))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  for (const name of ['request_state', 'tampered_state'])
    tool(`test_input_required_result_${name}`, async (request) => {
      const state = request.mcpReq.requestState<{ step: string }>();
      const given = acceptedContent(request.mcpReq.inputResponses, 'confirm', OK);
      if (state?.step === 'asked' && given !== undefined) return said('state-ok');
      const requestState = await states.mint({ step: 'asked' }, request);
      return inputRequired({ inputRequests: { confirm: askOk() }, requestState });
    });
  tool('test_input_required_result_multiple_inputs', async (request) => {
    const { inputResponses } = request.mcpReq;
    const [roots, greeting] = ['client_roots', 'greeting'].map(
      (key) => inputResponse(inputResponses, key).kind,
    );
    const name = acceptedContent(inputResponses, 'user_name', NAME);
    if (roots === 'roots' && greeting === 'sampling' && name !== undefined)
      return said(`Hello, ${name.name}!`);
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ step: 'asked' }, request),
    });
  });
  tool('test_input_required_result_multi_round', async (request) => {
    const { inputResponses } = request.mcpReq;
    const state = request.mcpReq.requestState<{ step: number; name?: string }>();
    const name = acceptedContent(inputResponses, 'step1', NAME)?.name;
    const color = acceptedContent(inputResponses, 'step2', COLOR)?.color;
    if (state?.step === 2 && color !== undefined) return said(`${state.name ?? ''} likes ${color}`);
    if (state?.step === 1 && name !== undefined)
      return inputRequired({
        inputRequests: {
          step2: inputRequired.elicit({
            message: 'Step 2: What is your favorite color?',
            requestedSchema: COLOR,
          }),
        },
        requestState: await states.mint({ step: 2, name }, request),
      });
    return inputRequired({
      inputRequests: { step1: askName('Step 1: What is your name?') },
      requestState: await states.mint({ step: 1 }, request),
    });
  });
  tool('test_input_required_result_capabilities', ({ mcpReq }) => {
    const capabilities = (mcpReq.envelope as any)?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
    const inputRequests = {
      ...(capabilities.elicitation === undefined ? {} : { user_name: askName() }),
      ...(capabilities.sampling === undefined ? {} : { greeting: sample('Generate a greeting', 50) }),
      ...(capabilities.roots === undefined ? {} : { client_roots: inputRequired.listRoots() }),
    };
    if (mcpReq.inputResponses !== undefined || Object.keys(inputRequests).length === 0) return said('done');
    return inputRequired({ inputRequests });
  });
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Several rounds' },
    ({ mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context', CONTEXT);
      if (given !== undefined)
        return { messages: [{ role: 'user', content: { type: 'text', text: given.context } }] };
      const message = 'What context should the prompt use?';
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: CONTEXT }) },
      });
    },
  );
}
