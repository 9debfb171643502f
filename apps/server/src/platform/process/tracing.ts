/**
 * Traces: which work belongs to which call. Off, and nothing of it is loaded, without `OTEL_EXPORTER_OTLP_ENDPOINT`.
 * A span carries names known in the code and outcomes: never ids of persons, what they typed, or parameters of SQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Labels, secondsSince } from './meters.ts';

export interface TraceSpan {
  readonly traceId: string;
  /** As W3C Trace Context writes it. */
  readonly traceparent: string;
  child(name: string, facts: Labels): TraceSpan;
  end(facts: Labels, failed: boolean): void;
}

export interface Tracer {
  /** Begins work that came from outside; `parent` is a traceparent, or anything else for a new trace. */
  begin(kind: 'server' | 'consumer', name: string, parent: unknown): TraceSpan;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<TraceSpan>();

/** From now on spans are made. */
export function setTracer(made: Tracer | undefined): void {
  tracer = made;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Begins a span, where spans are made; see `Tracer`. */
export const beginSpan = (...how: Parameters<Tracer['begin']>): TraceSpan | undefined =>
  tracer?.begin(...how);

/** Runs work that belongs to a span. */
export const within = <T>(span: TraceSpan | undefined, work: () => T): T =>
  span ? current.run(span, work) : work();

/** For what the work at hand causes later; undefined when it is not traced. */
export const traceparent = (): string | undefined => current.getStore()?.traceparent;
/** For log lines. */
export const traceId = (): string | undefined => current.getStore()?.traceId;

/** Sends what is left; a collector that does not answer is not waited for. */
export async function stopTracing(): Promise<void> {
  await tracer?.stop();
  tracer = undefined;
}

interface Observed<T> {
  readonly took: (labels: Labels, seconds: number) => void;
  readonly span: string;
  readonly labels: Labels;
  /** The outcome of an answer; by default `done`. */
  readonly outcomeOf?: (answer: T) => string;
  /** The outcome of work that throws. */
  readonly thrown: string;
}

/** Measures work by its outcome; where it belongs to a trace it is a span of it. */
export async function observed<T>(
  { took, span: name, labels, outcomeOf, thrown }: Observed<T>,
  work: () => Promise<T>,
): Promise<T> {
  const beganMs = performance.now();
  const span = current.getStore()?.child(name, labels);
  let outcome = thrown;
  let failed = true;
  try {
    const answer = await within(span, work);
    outcome = outcomeOf?.(answer) ?? 'done';
    failed = outcome === 'unknown';
    return answer;
  } finally {
    took({ ...labels, outcome }, secondsSince(beganMs));
    span?.end({ outcome }, failed);
  }
}
