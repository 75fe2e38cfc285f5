// --- receive
import { verifyWebhook, WebhookError } from '@countersign/client';

export async function receive(request: Request): Promise<Response> {
  try {
    const message = await verifyWebhook({
      secret: process.env.COUNTERSIGN_WEBHOOK_SECRET ?? '',
      headers: request.headers,
      body: await request.text(),
    });
    if (message.type === 'envelope.sealed') console.log('Sealed', message.data);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return new Response(null, { status: 400 });
    throw error;
  }
}
