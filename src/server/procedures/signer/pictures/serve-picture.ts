/** Responds with a PNG that isn't cached, because it may show what others filled in. */
export function servePicture(png: Uint8Array): Response {
  return new Response(png as BodyInit, {
    headers: {
      'content-type': 'image/png',
      'content-length': String(png.byteLength),
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
