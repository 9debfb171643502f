// Mail programs ignore style sheets, so the colours are written inline.
export const colours = { ink: '#17150f', soft: '#5d584b', leaf: '#0b6b47', line: '#e4dfd3' };
