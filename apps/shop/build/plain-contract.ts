import { type Plugin, parseAst } from 'vite';

const inContract = /packages\/contract\/src\/[^/]+\.ts/;
const inShop = /apps\/shop\/src\//;
const copy = '?plain';

/** Initialisers of the module's constants that are calls, such as `z.strictObject({…})`. */
function calledInitialisers(code: string): { start: number; end: number }[] {
  return parseAst(code, { lang: 'ts' }).body.flatMap((statement) => {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ init }) =>
      init?.type === 'CallExpression' ? [{ start: init.start, end: init.end }] : [],
    );
  });
}

function markPure(code: string): string {
  return calledInitialisers(code)
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
      code,
    );
}

/**
 * Keeps the schema library (20 kB) out of the first script. The contract's money module holds both
 * the schemas that forms need and the arithmetic that every page needs, and a module is never split
 * over two chunks. So pages get a copy of their own, in which unused schemas are dropped because
 * their making is marked as free of side effects. When the contract keeps arithmetic and schemas in
 * two modules, this file can go.
 */
export function plainContract(): Plugin {
  return {
    name: 'giftlane:plain-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@giftlane\/contract\/money\.ts$/ },
      async handler(source, importer, options) {
        if (!importer || !inShop.test(importer)) return null;
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        return found ? `${found.id}${copy}` : null;
      },
    },
    transform: { filter: { id: inContract }, handler: (code) => markPure(code) },
  };
}
