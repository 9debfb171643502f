/** Calls that answer files. A module of its own, as few pages need it. */
import { readEnvelope, request, type Sending, timeoutMs } from './api.ts';
import { ApiError, refused, Unreachable } from './api-error.ts';
import type { Route } from './calls.ts';

/** Makes a call that answers a file. */
export async function sendForFile<R extends Route>(route: R, sending: Sending<R>): Promise<Blob> {
  const response = await request(route, sending);
  if (!response.ok) throw refused(response.status, await readEnvelope(response));
  try {
    return await response.blob();
  } catch {
    throw new Unreachable();
  }
}

/** Makes a call that answers a long file. The timeout begins again with each chunk; `onBytes` reports the progress. */
export async function sendForLongFile<R extends Route>(
  route: R,
  sending: Sending<R> & { signal: AbortSignal },
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), timeoutMs);
  const signal = AbortSignal.any([sending.signal, stalled.signal]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const response = await request(route, { ...sending, signal, noTimeout: true });
    if (!response.ok) throw refused(response.status, await readEnvelope(response, signal));
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      chunks.push(part.value);
      bytes += part.value.length;
      onBytes(bytes);
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), timeoutMs);
    }
    return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
  } catch (cause) {
    if (sending.signal.aborted || cause instanceof ApiError) throw cause;
    throw new Unreachable();
  } finally {
    clearTimeout(timer);
  }
}
