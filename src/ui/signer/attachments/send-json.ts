type Sending = {
  readonly url: string;
  readonly token: string;
  readonly body: unknown;
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Posts JSON and reports the share sent so far (0 to 1), which fetch can't do. Rejects like fetch. */
export function sendJson({ url, token, body, progress, signal }: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', url);
    request.setRequestHeader('content-type', 'application/json');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      progress(lengthComputable ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('the request failed'));
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    request.send(JSON.stringify(body));
  });
}

/** Returns the bytes of a file as base64 (RFC 4648 section 4). */
export async function encodeBase64(content: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(content);
  });
  return url.slice(url.indexOf(',') + 1);
}
