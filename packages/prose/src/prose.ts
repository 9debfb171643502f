/**
 * Markdown as a small tree of known shapes. Elements are made out of the tree, never out of text, so that nothing an
 * author writes can become markup: raw HTML stays text, pictures become their alternative text, and of links only those
 * to a page or a mailbox remain links.
 */
import { Lexer, type Token, type Tokens } from 'marked';
import { decode } from './entities.ts';
import { flatten } from './flatten.ts';
import { safeHref } from './links.ts';

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] };

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: 2 | 3;
      /** Unique on its page, for links to it. */
      readonly id: string;
      readonly parts: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

/** A heading of the second level and what follows it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** The rest of a longer text is left out. */
export const longestProse = 100_000;
/** What is nested deeper is shown as its words. */
const deepest = 16;

/** Reads any text as Markdown, in time proportional to its length. No heading gets an id of `taken`. */
export function readProse(markdown: string, taken: readonly string[] = []): Block[] {
  const text = markdown.slice(0, longestProse);
  try {
    return reader(taken).blocks(Lexer.lex(flatten(text), { gfm: true }), 0);
  } catch {
    // What the parser gives up on, such as endless nesting, is shown as it stands.
    return text.split(/\n{2,}/).map((part) => ({ kind: 'paragraph', parts: words(part) }));
  }
}

const words = (text: string): Inline[] => (text === '' ? [] : [{ kind: 'text', text }]);

const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'section';

const inlines = (tokens: readonly Token[] | undefined, depth: number): Inline[] =>
  (tokens ?? []).flatMap((token) => inline(token, depth));

function inline(token: Token, depth: number): Inline[] {
  const inner = () => inlines('tokens' in token ? token.tokens : [], depth + 1);
  if (depth > deepest) return words(decode(token.raw));
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ kind: token.type, parts: inner() }];
    case 'link': {
      const href = safeHref(decode((token as Tokens.Link).href));
      return href === undefined ? inner() : [{ kind: 'link', href, parts: inner() }];
    }
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'image':
      return words(decode((token as Tokens.Image).text));
    case 'html':
      return words(withoutComments(token.raw));
    case 'del':
      return inner();
    case 'text':
      return 'tokens' in token && token.tokens
        ? inlines(token.tokens, depth)
        : words(decode((token as Tokens.Text).text));
    case 'escape':
      return words((token as Tokens.Escape).text);
    default:
      return words(token.raw);
  }
}

/** A reader of one page: it remembers which ids are taken. */
function reader(reserved: readonly string[]) {
  const taken = new Set(reserved);
  const idOf = (title: string) => {
    const slug = slugOf(title);
    let id = slug;
    for (let n = 2; taken.has(id); n += 1) id = `${slug}-${n}`;
    taken.add(id);
    return id;
  };

  function block(token: Token, depth: number): Block[] {
    if (depth > deepest) return [{ kind: 'paragraph', parts: words(token.raw) }];
    switch (token.type) {
      case 'heading': {
        const parts = inlines(token.tokens, depth);
        const level = (token as Tokens.Heading).depth > 2 ? 3 : 2;
        return [{ kind: 'heading', level, id: idOf(plainOf(parts)), parts }];
      }
      case 'paragraph':
      case 'text':
        return [
          {
            kind: 'paragraph',
            parts: token.tokens ? inlines(token.tokens, depth) : words(token.raw),
          },
        ];
      case 'list': {
        const list = token as Tokens.List;
        const items = list.items.map((item) => blocks(item.tokens, depth + 1));
        return [{ kind: 'list', ordered: list.ordered, items }];
      }
      case 'blockquote':
        return [{ kind: 'quote', blocks: blocks(token.tokens ?? [], depth + 1) }];
      case 'code':
        return [{ kind: 'code', text: (token as Tokens.Code).text }];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlines(tokens, depth));
        return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
      }
      case 'space':
      case 'def':
        return [];
      default: {
        const parts = words(withoutComments(token.raw).trim());
        return parts.length === 0 ? [] : [{ kind: 'paragraph', parts }];
      }
    }
  }

  const blocks = (tokens: readonly Token[], depth: number): Block[] =>
    tokens.flatMap((token) => block(token, depth));
  return { blocks };
}

const withoutComments = (html: string) => html.replace(/<!--[\s\S]*?(?:-->|$)/g, '');

/** The words of a line, without their emphasis. */
export function plainOf(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'break') return ' ';
      return 'text' in part ? part.text : plainOf(part.parts);
    })
    .join('');
}

/** Every word of some blocks, for searching in them. */
export function plainTextOf(blocks: readonly Block[]): string {
  return blocks
    .map((block): string => {
      switch (block.kind) {
        case 'heading':
        case 'paragraph':
          return plainOf(block.parts);
        case 'list':
          return block.items.map(plainTextOf).join(' ');
        case 'quote':
          return plainTextOf(block.blocks);
        case 'code':
          return block.text;
        case 'table':
          return [block.head, ...block.rows].flat().map(plainOf).join(' ');
        default:
          return '';
      }
    })
    .join(' ');
}

/** What stands before the first heading of the second level, and the sections that such headings begin. */
export function sectionsOf(blocks: readonly Block[]): {
  intro: readonly Block[];
  sections: readonly Section[];
} {
  const starts = blocks.flatMap((block, index) =>
    block.kind === 'heading' && block.level === 2 ? [{ ...block, index }] : [],
  );
  return {
    intro: blocks.slice(0, starts[0]?.index ?? blocks.length),
    sections: starts.map(({ id, parts, index }, n) => ({
      id,
      title: plainOf(parts),
      blocks: blocks.slice(index + 1, starts[n + 1]?.index ?? blocks.length),
    })),
  };
}
