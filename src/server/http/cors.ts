/** CORS header fields for a surface that the web app may call from its own origin (Fetch standard), and no one else. */
export function corsHeaders(request: Request, webOrigin: string): Record<string, string> {
  if (request.headers.get('origin') !== webOrigin) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': webOrigin,
    'access-control-expose-headers':
      'X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  };
}

/** The answer to a preflight request. */
export function preflight(request: Request, webOrigin: string): Response {
  const allowed = request.headers.get('origin') === webOrigin;
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(request, webOrigin),
      ...(allowed
        ? {
            'access-control-allow-methods': 'GET, POST',
            'access-control-allow-headers': 'authorization, content-type, x-request-id',
            'access-control-max-age': '600',
          }
        : {}),
    },
  });
}
