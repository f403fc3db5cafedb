package io.tacit.spark;

import java.util.concurrent.TimeUnit;
import org.sparkproject.io.grpc.CallOptions;
import org.sparkproject.io.grpc.Channel;
import org.sparkproject.io.grpc.ClientCall;
import org.sparkproject.io.grpc.ClientInterceptor;
import org.sparkproject.io.grpc.MethodDescriptor;

/**
 * Questions that a cluster answers at once fail when it is silent, as over a dead network. What streams rows may take as long
 * as its query.
 */
final class Deadlines implements ClientInterceptor {
    private static final int SECONDS = 60;

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        boolean atOnce = method.getType() == MethodDescriptor.MethodType.UNARY;
        return next.newCall(method, atOnce ? options.withDeadlineAfter(SECONDS, TimeUnit.SECONDS) : options);
    }
}
