const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML and XML have it, in elements and between the quotes of attributes. */
export const escapeHtml = (words: string): string =>
  words.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');
