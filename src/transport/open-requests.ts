/** Knows when an HTTP request has ended, and ends those whose call was cancelled. */

import type { Id } from './parse-message.ts';

/** Calls back once: when the response was read to its end, or its reader has left. */
export function whenEnded(request: Request, response: Response, ended: () => void): Response {
  if (response.body === null || !isStream(response)) {
    ended();
    return response;
  }
  request.signal.addEventListener('abort', ended, { once: true });
  const reader = response.body.getReader();
  const watched = new ReadableStream({
    async pull(controller) {
      const part = await reader.read().catch((error: unknown) => {
        ended();
        throw error;
      });
      if (!part.done) return controller.enqueue(part.value);
      ended();
      controller.close();
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, response);
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/**
 * A cancelled call gets no answer. An empty event stream says so; the SDK would leave the client
 * with a request that never ends.
 */
function noAnswer(): Response {
  return new Response('', { headers: { 'content-type': 'text/event-stream' } });
}

/** The requests of one session that wait for an answer, by the ids of their calls. */
export class OpenRequests {
  private readonly giveUp = new Map<Id, (response: Response) => void>();

  /** The response, or an empty one if the call is cancelled before it exists. */
  async answer(id: Id, respond: () => Promise<Response>): Promise<Response> {
    const cancelled = new Promise<Response>((resolve) => this.giveUp.set(id, resolve));
    try {
      return await Promise.race([respond(), cancelled]);
    } finally {
      this.giveUp.delete(id);
    }
  }

  cancel(id: Id): void {
    this.giveUp.get(id)?.(noAnswer());
  }
}
