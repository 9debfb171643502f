/** The static checks: format and lint, types, boundaries, dead code. Shared by `check` and `test`. */
export const checks: readonly (readonly [string, readonly string[]])[] = [
  ['format and lint', ['biome', 'ci', '--error-on-warnings', '.']],
  ['types', ['tsc', '--noEmit', '-p', '.']],
  ['types of the storefront', ['tsc', '--noEmit', '-p', 'apps/shop']],
  ['types of the service worker', ['tsc', '--noEmit', '-p', 'apps/shop/src/worker']],
  ['boundaries', ['depcruise', '--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'tools']],
  ['dead code', ['knip']],
];
