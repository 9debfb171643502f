/** Renders an operator's text, which comes as a tree, never as markup. */
import type { Block, Inline } from '@giftlane/prose/prose.ts';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Dated } from './dated.tsx';

const linkClass = 'font-medium text-leaf underline underline-offset-4 hover:no-underline';

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={linkClass}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} rel="noopener noreferrer" className={linkClass}>
      {children}
    </a>
  );
}

function InlineElement({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return <Dated words={part.text} />;
    case 'code':
      return <code className="font-code text-13">{part.text}</code>;
    case 'break':
      return <br />;
    case 'link':
      return (
        <TextLink href={part.href}>
          <Line parts={part.parts} />
        </TextLink>
      );
    case 'strong':
      return (
        <strong className="font-semibold text-ink">
          <Line parts={part.parts} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Line parts={part.parts} />
        </em>
      );
  }
}

/** Items with their index as key: texts do not change while they are shown. */
const numbered = <T,>(items: readonly T[]) => items.map((item, at) => ({ item, at }));

function Line({ parts }: { parts: readonly Inline[] }) {
  return numbered(parts).map(({ item, at }) => <InlineElement key={at} part={item} />);
}

function List({ ordered, items }: Extract<Block, { kind: 'list' }>) {
  const Tag = ordered ? 'ol' : 'ul';
  return (
    <Tag className={ordered ? 'list-decimal space-y-2 ps-6' : 'list-disc space-y-2 ps-6'}>
      {numbered(items).map(({ item, at }) => (
        <li key={at} className="ps-1 marker:text-edge">
          <RichText blocks={item} />
        </li>
      ))}
    </Tag>
  );
}

function Table({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="w-full text-start">
        <thead>
          <tr className="border-b border-line">
            {numbered(head).map(({ item, at }) => (
              <th key={at} className="py-2 pe-4 text-start font-semibold text-ink">
                <Line parts={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ item: row, at: line }) => (
            <tr key={line} className="border-b border-line">
              {numbered(row).map(({ item, at }) => (
                <td key={at} className="py-2 pe-4">
                  <Line parts={item} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BlockElement({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Tag = block.level === 2 ? 'h2' : 'h3';
      return (
        <Tag
          id={block.id}
          className={
            block.level === 2 ? 'pt-5 text-21 text-ink first:pt-0' : 'pt-2 text-17 text-ink'
          }
        >
          <Line parts={block.parts} />
        </Tag>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Line parts={block.parts} />
        </p>
      );
    case 'list':
      return <List {...block} />;
    case 'quote':
      return (
        <blockquote className="border-s-2 border-line ps-4">
          <RichText blocks={block.blocks} />
        </blockquote>
      );
    case 'code':
      return <pre className="font-code text-13 whitespace-pre-wrap">{block.text}</pre>;
    case 'rule':
      return <hr className="border-line" />;
    case 'table':
      return <Table {...block} />;
  }
}

/** Blocks of text. */
export function RichText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="max-w-prose space-y-4 wrap-anywhere text-soft">
      {numbered(blocks).map(({ item, at }) => (
        <Fragment key={at}>
          <BlockElement block={item} />
        </Fragment>
      ))}
    </div>
  );
}
