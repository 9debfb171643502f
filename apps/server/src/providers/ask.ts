/** One HTTP request to a provider, with a deadline, a bounded response and no redirects. */
import { type Unknown, unknown } from './outcome.ts';

export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Aborted when the whole call has lasted too long. */
  readonly deadline: AbortSignal;
  /** The longest answer that is read; a megabyte unless told. */
  readonly maxBytes?: number;
}

export interface ProviderReply {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** No answer; `lost` when the connection broke, so that asking at once again may help. */
export interface NoAnswer extends Unknown {
  readonly lost: boolean;
}

const maxAnswerBytes = 1024 * 1024;

async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new RangeError('the answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Why a connection broke, such as ECONNRESET; fetch hides it in the cause. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.message : String(error);
}

/** Asks once. Never throws: what fails is `unknown`. */
export async function ask(question: ProviderRequest): Promise<ProviderReply | NoAnswer> {
  const { method, url, headers, body, deadline, maxBytes = maxAnswerBytes } = question;
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: deadline,
      ...(body !== undefined && { body }),
    });
    const { status, headers: said } = response;
    return { kind: 'answer', status, headers: said, text: await boundedText(response, maxBytes) };
  } catch (error) {
    if (deadline.aborted) return { ...unknown('time-out'), lost: false };
    return { ...unknown(`no answer: ${causeOf(error)}`), lost: !(error instanceof RangeError) };
  }
}

/** Reads an answer's JSON; undefined when it is none. */
export function jsonOf(answer: ProviderReply): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** How long an answer asks to be left alone (`Retry-After`, in seconds or as a date; RFC 9110, 10.2.3); else 0. */
export function retryAfterMs({ headers }: ProviderReply): number {
  const said = headers.get('retry-after') ?? '';
  const afterMs = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return afterMs > 0 ? afterMs : 0;
}
