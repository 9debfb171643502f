import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Plugin, parseAst } from 'vite';

const catalogue = fileURLToPath(
  new URL('../../../packages/contract/src/messages/en-US.json', import.meta.url),
);
const ours = /(?:apps\/shop|packages\/(?:client|contract|ui))\/src\/.*\.tsx?(?:\?plain)?$/;
const inContract = /packages\/contract\/src\//;
const theCatalogueItself = /messages\.ts$/;
const fillId = 'virtual:fill-text';
const fillCode = `export const fill = (text, facts) =>
  text.replace(/\\{(\\w+)\\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));`;

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Edit {
  start: number;
  end: number;
  text: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function* calls(node: Node): Generator<Node & { arguments: Node[] }> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* calls(child);
    }
  }
  if (!('callee' in node && isNode(node.callee) && 'arguments' in node)) return;
  const { callee } = node;
  if (callee.type === 'Identifier' && 'name' in callee && callee.name === 'text') {
    yield { ...node, arguments: Array.isArray(node.arguments) ? node.arguments : [] };
  }
}

/** The keys of a call's first argument: a literal, or a choice between literals. */
function keys(node: Node | undefined): (Node & { value: string })[] | undefined {
  if (!node) return undefined;
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') {
    return [{ ...node, value: node.value }];
  }
  if (node.type !== 'ConditionalExpression') return undefined;
  if (!('consequent' in node && isNode(node.consequent))) return undefined;
  if (!('alternate' in node && isNode(node.alternate))) return undefined;
  const [yes, no] = [keys(node.consequent), keys(node.alternate)];
  return yes && no ? [...yes, ...no] : undefined;
}

type Words = Readonly<Record<string, string>>;

function editsOf(code: string, english: Words, onUnknown: (at: number) => never[]): Edit[] {
  return [...calls(parseAst(code, { lang: 'tsx' }))].flatMap((call) => {
    const [key, facts] = call.arguments;
    const found = keys(key);
    if (!key || !found) return onUnknown(call.start);
    const name = { start: call.start, end: key.start, text: facts ? '__fill(' : '(' };
    const words = found.map(({ start, end, value }) => ({
      start,
      end,
      text: JSON.stringify(english[value] ?? value),
    }));
    return [name, ...words];
  });
}

/**
 * Puts the words of `text('key')` in the place of the call, so that a page carries its own words
 * instead of the whole catalogue, which grows with every feature of the shop. A key has to be
 * written out for that, or be a choice between keys written out; the build refuses others.
 */
export function inlineTexts(): Plugin {
  let english: Words = {};
  return {
    name: 'giftlane:inline-texts',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      this.addWatchFile(catalogue);
      english = JSON.parse(await readFile(catalogue, 'utf8'));
    },
    resolveId: { filter: { id: /^virtual:fill-text$/ }, handler: () => `\0${fillId}` },
    load: { filter: { id: /^\0virtual:fill-text$/ }, handler: () => fillCode },
    transform: {
      filter: { id: { include: ours, exclude: theCatalogueItself } },
      handler(code, id) {
        if (!/\btext\(/.test(code)) return null;
        const refuse = (at: number) =>
          inContract.test(id) ? [] : this.error('text() needs a key that is written out', at);
        const edits = editsOf(code, english, refuse).sort((a, b) => b.start - a.start);
        const words = edits.reduce(
          (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
          code,
        );
        return words.includes('__fill(')
          ? `import { fill as __fill } from '${fillId}';\n${words}`
          : words;
      },
    },
  };
}
