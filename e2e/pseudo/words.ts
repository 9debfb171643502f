/** What a page in the pseudo-locale says in plain English, or does not show in full. */
import type { Page } from 'playwright-core';

/** No text of the catalogue: addresses, dates and currencies by `Intl`, codes, and what members and the owner wrote. */
const foreign =
  /\S+@\S+|https?:\S+|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b[A-Z]{3}\b|\b[AP]M\b|\b[A-Z0-9]{4,}(?:-[A-Z0-9]+)*\b|Anna|Archer|United States|(?:mem|order|test|card|brand)_\w+/g;

/** True for words that are neither pseudo nor foreign. */
export const isPlain = (words: string): boolean =>
  !/[åçðéĝĥîñöšţûŵýÅÇÐÉĜĤÎÑÖŠŢÛŴÝ]/.test(words) && /[A-Za-z]{3,}/.test(words.replace(foreign, ''));

/** Every text of the page and every attribute that is read out; not what the owner or a member wrote. */
const allTexts = `(() => {
  const written = '[data-written], .prose, script, style, noscript, select[autocomplete]';
  const texts = new Set([document.title]);
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    if (!node.parentElement.closest(written)) texts.add(node.textContent.trim());
  for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext'])
    for (const element of document.querySelectorAll('[' + name + ']'))
      if (!element.closest(written)) texts.add(element.getAttribute(name));
  return [...texts];
})()`;

/** Pseudo texts whose end is outside of a box that hides it; and the page, if it is wider than the window. */
const cut = `(() => {
  const found = [];
  const range = document.createRange();
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement;
    if (!/~+\\]/.test(node.textContent) || element.closest('.skip-link, [data-written]')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    for (let box = element; box; box = box.parentElement) {
      const edge = box.getBoundingClientRect();
      // Text for screen readers alone lies in a box of one pixel.
      if (edge.width <= 1 && edge.height <= 1) break;
      const { overflowX, overflowY } = getComputedStyle(box);
      const wide = /hidden|clip/.test(overflowX) && text.right > edge.right + 1.5;
      const high = /hidden|clip/.test(overflowY) && text.bottom > edge.bottom + 1.5;
      if (!wide && !high) continue;
      found.push(node.textContent + ' in <' + box.tagName + ' class="' + box.className + '">');
      break;
    }
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *')].filter((one) => {
      const { right, width } = one.getBoundingClientRect();
      if (right <= innerWidth + 1 || width === 0) return false;
      for (let box = one.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible' && box.getBoundingClientRect().right <= innerWidth + 1) return false;
      return true;
    });
    found.push('the page is ' + scrollWidth + ' px wide: ' + wide.slice(-3).map((one) => '<' + one.tagName + ' class="' + one.className + '"> ' + one.textContent.slice(0, 40)).join('; '));
  }
  return found;
})()`;

/** Texts in plain English. */
export const plainTexts = async (page: Page): Promise<string[]> =>
  (await page.evaluate<string[]>(allTexts)).filter(isPlain);

/** Texts that are not seen whole. */
export const cutTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(cut);
