export default {
  api: {
    input: './openapi.json',
    output: { target: './generated/orval/api.ts', client: 'fetch', baseUrl: process.env.ORIGIN },
  },
};
