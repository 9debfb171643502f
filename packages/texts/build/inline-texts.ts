import { type Plugin, parseAst } from 'vite';
import { catalogueOf } from '../src/catalogues.ts';
import { locale } from '../src/locale.ts';

const ours =
  /(?:apps\/(?:office|shop)|packages\/(?:client|contract|ui))\/src\/.*\.tsx?(?:\?plain)?$/;
const inCatalogue = /texts\/src\/catalogue\//;
const inContract = /packages\/contract\/src\//;
/** The functions that take a key; what a call with facts becomes, and where that is from. */
const fillers: Readonly<Record<string, { local: string; name: string; from: string }>> = {
  text: { local: '__fill', name: 'fill', from: '@giftlane/texts/fill.ts' },
  textParts: {
    local: '__fillParts',
    name: 'fillParts',
    from: '@giftlane/ui/layout/fill-parts.ts',
  },
};
const anyCall = new RegExp(String.raw`\b(?:${Object.keys(fillers).join('|')})\(`);

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

interface Call extends Node {
  /** The local name of what fills it. */
  filler: string;
  arguments: Node[];
}

function* calls(node: Node): Generator<Call> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* calls(child);
    }
  }
  if (!('callee' in node && isNode(node.callee) && 'arguments' in node)) return;
  const { callee } = node;
  if (callee.type !== 'Identifier' || !('name' in callee)) return;
  const filler = fillers[String(callee.name)]?.local;
  if (!filler) return;
  yield { ...node, filler, arguments: Array.isArray(node.arguments) ? node.arguments : [] };
}

/** The keys in a call's first argument: a literal or a conditional of literals; undefined for anything else. */
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

function editsOf(code: string, words: Words, onUnknown: (at: number) => never[]): Edit[] {
  return [...calls(parseAst(code, { lang: 'tsx' }))].flatMap((call) => {
    const [key, facts] = call.arguments;
    const found = keys(key);
    if (!key || !found) return onUnknown(call.start);
    const name = { start: call.start, end: key.start, text: facts ? `${call.filler}(` : '(' };
    const texts = found.map(({ start, end, value }) => ({
      start,
      end,
      text: JSON.stringify(words[value] ?? value),
    }));
    return [name, ...texts];
  });
}

/**
 * Replaces `text('key')` and `textParts('key', parts)` by the message, so that a page loads its own messages instead of
 * the whole catalogue. Keys have to be literals or conditionals of literals; the build fails on others, in the contract
 * only when a page needs them.
 */
export function inlineTexts(): Plugin {
  const catalogue: Words = catalogueOf(locale);
  return {
    name: 'giftlane:inline-texts',
    apply: 'build',
    enforce: 'pre',
    transformIndexHtml: (html) => html.replace('lang="en-US"', `lang="${locale}"`),
    transform: {
      filter: { id: { include: ours, exclude: /texts\/src/ } },
      handler(code, id) {
        if (!anyCall.test(code)) return null;
        const refuse = (at: number) =>
          inContract.test(id)
            ? []
            : this.error('text() and textParts() need a key that is written out', at);
        const edits = editsOf(code, catalogue, refuse).sort((a, b) => b.start - a.start);
        const words = edits.reduce(
          (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
          code,
        );
        const imports = Object.values(fillers)
          .filter(({ local }) => words.includes(`${local}(`))
          .map(({ local, name, from }) => `import { ${name} as ${local} } from '${from}';\n`);
        return imports.join('') + words;
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const whole =
          file.type === 'chunk' &&
          Object.entries(file.modules).some(
            ([id, { renderedLength }]) => inCatalogue.test(id) && renderedLength > 0,
          );
        if (whole)
          this.error(
            `${file.fileName} has the whole catalogue: a key for text() or textOf() is not written out`,
          );
      }
    },
  };
}
