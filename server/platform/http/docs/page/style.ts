/** The style sheet of the page, in light and dark. */
export const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2.5rem auto; padding: 0 1rem; background: light-dark(#f7f7f4, #0e1412); color: light-dark(#16211e, #e9efec); }
section { background: light-dark(#fff, #151d1a); border: 1px solid light-dark(#e4e4dd, #24302b); border-radius: 14px; padding: 1rem 1.25rem; margin: 1rem 0; }
h1 { font-size: 1.9rem; letter-spacing: -0.03em; } h2 { font-size: 1.25rem; margin: 2rem 0 0; } section h2 { font-size: 1rem; margin: 0; }
h3 { font-size: 1rem; margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
section h2 ~ h3 { margin: 1rem 0 0.25rem; font-family: inherit; } h4 { font-size: 0.9rem; margin: 1rem 0 0.25rem; }
b, a { color: light-dark(#0b6e5f, #45cfb3); } pre { overflow-x: auto; font-size: 13px; margin: 0.25rem 0; } summary { cursor: pointer; padding: 0.25rem 0; }
ul { margin: 0; padding-left: 1.25rem; } li, code { overflow-wrap: anywhere; } nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
label { display: block; margin-top: 0.75rem; font-size: 0.9rem; }
input, textarea { box-sizing: border-box; width: 100%; padding: 0.45rem 0.6rem; font: 13px/1.5 ui-monospace, monospace; color: inherit;
  background: light-dark(#fff, #0e1412); border: 1px solid light-dark(#8a948f, #61706a); border-radius: 8px; }
button { margin: 0.75rem 0; padding: 0.5rem 1.1rem; font: inherit; font-weight: 600; color: light-dark(#fff, #06231d); background: light-dark(#0b6e5f, #45cfb3); border: 0; border-radius: 8px; cursor: pointer; }
:focus-visible { outline: 2px solid light-dark(#0b6e5f, #45cfb3); outline-offset: 2px; }
`;
