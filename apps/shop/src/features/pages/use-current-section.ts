import { useEffect, useState } from 'react';
import { useHash } from './use-hash.ts';

/** A section is current when its top is above this line, in pixels from the top of the window. */
const readingLine = 120;

function currentOf(ids: readonly string[], target: string): string | undefined {
  const found = ids.flatMap((id) => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box ? [{ id, top: box.top }] : [];
  });
  const { scrollY, innerHeight } = window;
  // At the end of the page the last sections may not reach the line; then the address decides.
  const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const targeted = found.find(({ id, top }) => id === target && top >= 0 && top < innerHeight);
  if (atEnd && targeted) return targeted.id;
  const reached = found.filter(({ top }) => top <= readingLine);
  return (reached.at(-1) ?? found[0])?.id;
}

/** The id of the section that is being read: the last one whose top is above the reading line. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const target = useHash();
  const key = ids.join(' ');
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setCurrent(currentOf(key.split(' '), target));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    schedule();
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
    };
  }, [key, target]);
  return current;
}
