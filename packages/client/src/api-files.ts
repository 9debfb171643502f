/** Calls whose answers are files: few pages make them, so the others do not carry this. */
import { ask, envelopeOf, patienceMs, type Sending } from './api.ts';
import { ApiError, refused, Unreachable } from './api-error.ts';
import type { Route } from './calls.ts';

/** Makes a call whose answer is a file. */
export async function sendForFile<R extends Route>(route: R, sending: Sending<R>): Promise<Blob> {
  const response = await ask(route, sending);
  if (!response.ok) throw refused(response.status, await envelopeOf(response));
  try {
    return await response.blob();
  } catch {
    throw new Unreachable(); // Broken off half-way.
  }
}

/** Like `sendForFile`, for a file of any length: it takes its time as long as some of it comes; says how much has. */
export async function sendForLongFile<R extends Route>(
  route: R,
  sending: Sending<R> & { signal: AbortSignal },
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const still = new AbortController();
  let waiting = setTimeout(() => still.abort(), patienceMs);
  const signal = AbortSignal.any([sending.signal, still.signal]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const response = await ask(route, { ...sending, signal, patient: true });
    if (!response.ok) throw refused(response.status, await envelopeOf(response, signal));
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      chunks.push(part.value);
      bytes += part.value.length;
      onBytes(bytes);
      clearTimeout(waiting);
      waiting = setTimeout(() => still.abort(), patienceMs);
    }
    return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
  } catch (cause) {
    if (sending.signal.aborted || cause instanceof ApiError) throw cause;
    throw new Unreachable(); // Not answered, broken off half-way, or nothing came any more.
  } finally {
    clearTimeout(waiting);
  }
}
