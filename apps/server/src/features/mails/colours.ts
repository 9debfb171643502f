// Mail programs know no style sheets: colours of the shop, written where they are used.
export const colours = { ink: '#17150f', soft: '#5d584b', leaf: '#0b6b47', line: '#e4dfd3' };
