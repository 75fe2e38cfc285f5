import type { Plugin } from 'vite';

/** Answers in place of the program: there are no live updates, and nothing else without a page's own test of it. */
export function answerCalls(): Plugin {
  return {
    name: 'answer-calls',
    configureServer({ middlewares }) {
      middlewares.use('/api', (request, response) => {
        if (!request.url?.startsWith('/live')) return void response.writeHead(404).end();
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        response.write(': nothing happens\n\n');
      });
    },
  };
}
