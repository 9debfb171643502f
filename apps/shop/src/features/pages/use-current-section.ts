import { useEffect, useState } from 'react';
import { useHash } from './use-hash.ts';

/** How far below the header's edge a section still counts as the one that is read, in pixels. */
const readingLine = 120;

function sectionRead(ids: readonly string[], pointedTo: string): string | undefined {
  const found = ids.flatMap((id) => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box ? [{ id, top: box.top }] : [];
  });
  const { scrollY, innerHeight } = window;
  // The last sections never reach the line: at the end of the page the one that was asked for is meant.
  const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const asked = found.find(({ id, top }) => id === pointedTo && top >= 0 && top < innerHeight);
  if (atEnd && asked) return asked.id;
  const reached = found.filter(({ top }) => top <= readingLine);
  return (reached.at(-1) ?? found[0])?.id;
}

/** The section one is reading: the last whose beginning has passed under the header. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const pointedTo = useHash();
  const key = ids.join(' ');
  const [current, setCurrent] = useState<string>();
  // Where a page is scrolled to is known to the browser alone.
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setCurrent(sectionRead(key.split(' '), pointedTo));
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    lookSoon();
    addEventListener('scroll', lookSoon, { passive: true });
    addEventListener('resize', lookSoon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', lookSoon);
      removeEventListener('resize', lookSoon);
    };
  }, [key, pointedTo]);
  return current;
}
