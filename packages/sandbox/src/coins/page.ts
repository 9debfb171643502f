/** The page of a coin's chain, made anew for each look: it works without script. */
import { amountText } from './chain/amounts.ts';
import type { CoinNode } from './node.ts';

/** What was typed into a form, and what came of it. */
export interface Said {
  readonly problem?: string;
  readonly good?: string;
  readonly address?: string;
  readonly amount?: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

const notice = ({ problem, good }: Said) =>
  [
    problem && `<p class="problem" role="alert">${escaped(problem)}</p>`,
    good && `<p class="good" role="status">${escaped(good)}</p>`,
  ]
    .filter(Boolean)
    .join('');

const waitingTable = ({ mempool, parameters }: CoinNode) => {
  const rows = mempool.all().map(({ tx, fee }) => {
    const fees = `${escaped(amountText(fee))} ${parameters.ticker}`;
    return `<li><code>${tx.txid}</code><span class="soft">${tx.vsize} vB, fee ${fees}</span></li>`;
  });
  return rows.length === 0
    ? '<p class="soft">No transaction waits for a block.</p>'
    : `<ul class="waiting">${rows.join('')}</ul>`;
};

const faucetForm = (
  { parameters }: CoinNode,
  { address = '', amount = '0.1' }: Said,
  off: string,
) => `
<section>
  <h2>Faucet</h2>
  <form method="post" action="/fund">
    <label>Address<input name="address" value="${escaped(address)}" placeholder="${parameters.network.bech32}1…" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="120" required></label>
    <label>Amount in ${parameters.ticker}<input name="amount" value="${escaped(amount)}" inputmode="decimal" autocomplete="off" maxlength="20" required></label>
    <button class="primary" type="submit"${off}>Send</button>
  </form>
</section>`;

const chainForms = (off: string) => `
<section>
  <h2>Blocks</h2>
  <form method="post" action="/mine"><button class="secondary" type="submit"${off}>Mine a block</button></form>
  <form method="post" action="/reorganise">
    <label>How many blocks are replaced<input name="depth" value="1" inputmode="numeric" autocomplete="off" maxlength="4" required></label>
    <label class="check"><input name="drop" type="checkbox">Their transactions are lost</label>
    <button class="secondary" type="submit"${off}>Reorganise</button>
  </form>
</section>`;

const nodeForm = (running: boolean) => `
<section>
  <h2>Node</h2>
  <p class="soft">${running ? 'It runs. While it is stopped, calls to it fail.' : 'It is stopped: calls to it fail.'}</p>
  <form method="post" action="/${running ? 'stop' : 'start'}"><button class="secondary" type="submit">${running ? 'Stop the node' : 'Start the node'}</button></form>
</section>`;

/** The page in HTML. */
export function chainPage(node: CoinNode, running: boolean, said: Said): string {
  const { parameters, chain, mempool } = node;
  const title = `Sandbox ${parameters.title}`;
  const off = running ? '' : ' disabled';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/chain.css">
</head>
<body>
<header><strong>${title}</strong><span class="badge">Worth nothing</span></header>
<main>
${notice(said)}
<h1>A chain on this machine</h1>
<p class="soft">Blocks, transactions and signatures are real, the coins are not worth anything: nobody else has this chain.</p>
<dl>
<div><dt>Height</dt><dd>${chain.tip.height}</dd></div>
<div><dt>Waiting</dt><dd>${mempool.size}</dd></div>
<div><dt>Node</dt><dd>${running ? 'runs' : 'stopped'}</dd></div>
</dl>
<p class="soft">Last block <code>${chain.tip.hash}</code></p>
${waitingTable(node)}
${faucetForm(node, said, off)}
${chainForms(off)}
${nodeForm(running)}
</main>
<footer>This page stands in for the ${parameters.title} network. Never send coins that are worth something to an address from here.</footer>
</body>
</html>
`;
}
