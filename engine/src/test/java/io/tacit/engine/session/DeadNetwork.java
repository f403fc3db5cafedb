package io.tacit.engine.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Connections to a server that pass everything on until they die: then nothing more comes through, and nobody is told. */
public final class DeadNetwork implements AutoCloseable {
    private final ServerSocket door;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean dead;

    /** @param port of the server, on this machine */
    public DeadNetwork(int port) {
        this.port = port;
        try {
            this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        begin(this::accept);
    }

    /** On which it listens. */
    public int port() {
        return door.getLocalPort();
    }

    /** From now on nothing comes through. */
    public void die() {
        dead = true;
    }

    private static void begin(Runnable work) {
        Thread thread = new Thread(work, "dead-network");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket here = door.accept();
                Socket there = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.addAll(List.of(here, there));
                begin(() -> pass(here, there));
                begin(() -> pass(there, here));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
                if (!dead) {
                    out.write(bytes, 0, count);
                    out.flush();
                }
            }
            if (!dead) {
                to.close();
            }
        } catch (IOException closed) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            door.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException alreadyClosed) {
            return;
        }
    }
}
