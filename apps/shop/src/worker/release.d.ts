/** Replaced by build/service-worker.ts. */
declare const __RELEASE__: { readonly name: string; readonly files: readonly string[] };
