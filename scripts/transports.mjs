/** A loader of the build: of socket.io's transports only the one that the console uses, see components/live. */
export default () => 'import { WS } from "./websocket.node.js";\nexport const transports = { websocket: WS };\n';
