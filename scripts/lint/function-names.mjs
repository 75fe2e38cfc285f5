// An ESLint rule: functions begin with a verb (`readGraph`, `startsWith`) or ask a question (`isSent`), and
// don't end in a preposition that hides what they do (`hashOf`).
import { VERBS } from './verbs.mjs';

const QUESTION =
  /^(?:is|has|can|may|should|must|does|did|was|were|are|needs|to|from|with|without|use|on)(?=[A-Z]|$)/;
const DANGLING = /(?<![sS]ign|[lL]og)(?:Of|In|At|But)$/;
/** Names required by SvelteKit, tRPC and drizzle: handlers of methods, procedures, transactions. */
const GIVEN = /^(?:GET|PUT|POST|PATCH|DELETE|OPTIONS|HEAD|init|load|\w+Procedure|transaction(?:Once)?)$/;

/** Returns what is wrong with a function's name; null if it's fine. */
export function findNameProblem(name) {
  if (GIVEN.test(name)) return null;
  if (DANGLING.test(name)) return 'ends in a preposition: say what it does';
  if (QUESTION.test(name)) return null;
  const [first = name] = /^[a-z\d$_]+/.exec(name) ?? [];
  return toBaseForms(first).some((verb) => VERBS.has(verb)) ? null : 'doesn’t begin with a verb';
}

function toBaseForms(word) {
  return [word, word.replace(/ies$/, 'y'), word.replace(/es$/, ''), word.replace(/s$/, '')];
}

/** @type {import('eslint').Rule.RuleModule} */
export const functionNames = {
  meta: { type: 'suggestion', schema: [], messages: { name: 'The function “{{name}}” {{problem}}.' } },
  create(context) {
    const check = (id) => {
      if (id?.type !== 'Identifier') return;
      const problem = findNameProblem(id.name);
      if (problem !== null) context.report({ node: id, messageId: 'name', data: { name: id.name, problem } });
    };
    return {
      FunctionDeclaration: ({ id }) => check(id),
      VariableDeclarator: ({ id, init }) => {
        if (/^(?:Arrow)?FunctionExpression$/.test(init?.type ?? '')) check(id);
      },
    };
  },
};
